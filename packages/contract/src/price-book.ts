const GB = 1_000_000_000;

/** The one price book (product §9). `null` means: by contract. Prices in US cents a month, annual billing 15 % less. */
export const priceBook = {
  free: {
    label: "Free",
    monthlyCents: 0,
    publishedBlueprintsMax: 3,
    storageBytesMax: 10 * GB,
    editorsMax: 3,
    guideMinutesMax: 30,
  },
  starter: {
    label: "Starter",
    monthlyCents: 7_900,
    publishedBlueprintsMax: 10,
    storageBytesMax: 200 * GB,
    editorsMax: 10,
    guideMinutesMax: 300,
  },
  pro: {
    label: "Pro",
    monthlyCents: 19_900,
    publishedBlueprintsMax: 50,
    storageBytesMax: 1_000 * GB,
    editorsMax: 50,
    guideMinutesMax: 1_500,
  },
  enterprise: {
    label: "Enterprise",
    monthlyCents: 39_900,
    publishedBlueprintsMax: null,
    storageBytesMax: null,
    editorsMax: null,
    guideMinutesMax: null,
  },
} as const;

export type PlanType = keyof typeof priceBook;
export const planTypes = ["free", "starter", "pro", "enterprise"] as const satisfies readonly PlanType[];
