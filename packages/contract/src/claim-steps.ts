/** Who takes a step. `team` has the place, or had it; `service` is the product itself, when time has passed. */
export const claimParties = ["claimant", "team", "operator", "service"] as const;
export type ClaimParty = (typeof claimParties)[number];

/**
 * - `proving`: started; nobody but the claimant hears of it
 * - `queued`: another claim of the same place comes first
 * - `waiting`: the team that has the place may object
 * - `review`: an operator decides
 * - `blocked`: decided for the claimant; something stands in the way of the move
 * - `appealed`: an operator decides once more
 */
export const claimStages = [
  "proving",
  "queued",
  "waiting",
  "review",
  "blocked",
  "accepted",
  "declined",
  "appealed",
  "withdrawn",
  "expired",
  "undone",
] as const;
export type ClaimStage = (typeof claimStages)[number];

/** Days that each stage gives. */
export const claimDays = {
  /** To prove a claim that was started. */
  prove: 30,
  /** For the team that has the place to object. */
  object: 14,
  /** Before its end, the team is reminded. */
  remind: 3,
  /** To appeal against a decision. */
  appeal: 14,
  /** For a move that something stands in the way of. */
  move: 90,
  /** For an operator, or the team that received the place, to undo a move. */
  undo: 30,
  /** Until a person may claim a place again that an operator declined. */
  again: 30,
  /** A code that was made works this long. */
  code: 90,
} as const;
/** A mailed link works this long. */
export const claimMailHours = 24;

/** A claim is decided or given up: nothing waits for anybody. An accepted or declined one may still be changed. */
export const endedClaimStages = ["accepted", "declined", "withdrawn", "expired", "undone"] as const;
/** The team that has the place, and operators, know of these. */
export const raisedClaimStages = ["waiting", "review", "blocked", "appealed"] as const;

interface StepRule {
  readonly by: readonly ClaimParty[];
  readonly from: readonly ClaimStage[];
  readonly to: readonly ClaimStage[];
  /** The person has to say why. */
  readonly needsReason?: true;
  /** Who hears of it, besides those who read the claim's history. */
  readonly tells: readonly Exclude<ClaimParty, "service">[];
}

/** The only table of what may happen to a claim: the service, the screens, the mails and the audit log read it. */
export const claimSteps = {
  /** Shows that the claimant speaks for the venue. Later proofs are added without a new deadline. */
  prove: { by: ["claimant"], from: ["proving", "queued", "waiting"], to: ["queued", "waiting"], tells: ["team"] },
  /** Goes on without a proof: an operator decides after the team had its time. */
  submit: { by: ["claimant"], from: ["proving"], to: ["queued", "waiting"], tells: ["team"] },
  /** The claim before it has ended. */
  begin: { by: ["service"], from: ["queued"], to: ["waiting"], tells: ["team", "claimant"] },
  remind: { by: ["service"], from: ["waiting"], to: ["waiting"], tells: ["team"] },
  agree: { by: ["team"], from: ["waiting", "review"], to: ["accepted", "blocked"], tells: ["claimant", "team"] },
  object: { by: ["team"], from: ["waiting"], to: ["review"], needsReason: true, tells: ["claimant", "operator"] },
  /** Nobody objected in time. */
  "pass-deadline": {
    by: ["service"],
    from: ["waiting"],
    to: ["accepted", "blocked", "review"],
    tells: ["claimant", "team", "operator"],
  },
  /** The team gave the place to another one. */
  "follow-place": {
    by: ["service"],
    from: ["waiting", "review", "blocked", "appealed"],
    to: ["review", "accepted"],
    tells: ["claimant", "team", "operator"],
  },
  accept: {
    by: ["operator"],
    from: ["review", "appealed"],
    to: ["accepted", "blocked"],
    needsReason: true,
    tells: ["claimant", "team"],
  },
  decline: {
    by: ["operator"],
    from: ["queued", "waiting", "review", "blocked", "appealed"],
    to: ["declined"],
    needsReason: true,
    tells: ["claimant", "team"],
  },
  /** Once. */
  appeal: { by: ["claimant"], from: ["declined"], to: ["appealed"], needsReason: true, tells: ["operator", "team"] },
  /** Tries the move again. */
  retry: { by: ["claimant", "service"], from: ["blocked"], to: ["accepted", "blocked"], tells: ["claimant", "team"] },
  withdraw: {
    by: ["claimant"],
    from: ["proving", "queued", "waiting", "review", "blocked", "appealed"],
    to: ["withdrawn"],
    tells: ["team"],
  },
  /** Its time is over, or the place or the claimant's account is gone. */
  expire: {
    by: ["service"],
    from: ["proving", "queued", "waiting", "review", "blocked", "appealed"],
    to: ["expired"],
    tells: ["claimant", "team"],
  },
  /** The team that had the place asks for it back. Once. */
  "ask-back": {
    by: ["team"],
    from: ["accepted"],
    to: ["accepted"],
    needsReason: true,
    tells: ["claimant", "operator"],
  },
  /** Moves the place back. */
  undo: {
    by: ["operator", "claimant"],
    from: ["accepted"],
    to: ["undone"],
    needsReason: true,
    tells: ["claimant", "team"],
  },
} as const satisfies Record<string, StepRule>;

export type ClaimStep = keyof typeof claimSteps;
export const claimStepNames = Object.keys(claimSteps) as [ClaimStep, ...ClaimStep[]];

const rules: Readonly<Record<ClaimStep, StepRule>> = claimSteps;

export function findStepRule(step: ClaimStep): StepRule {
  return rules[step];
}

export function mayTakeStep(step: ClaimStep, party: ClaimParty, stage: ClaimStage): boolean {
  const { by, from } = rules[step];
  return by.includes(party) && from.includes(stage);
}

export function stepNeedsReason(step: ClaimStep): boolean {
  return rules[step].needsReason === true;
}

/** What happened, as a claim's history and the audit log say it. */
export const claimStepWords = {
  start: "Claim started",
  prove: "Proof accepted",
  submit: "Sent without a proof",
  begin: "The claim before it ended",
  remind: "The team was reminded",
  agree: "The team agreed",
  object: "The team objected",
  "pass-deadline": "No objection in time",
  "follow-place": "The team gave the place to another team",
  accept: "An operator accepted the claim",
  decline: "An operator declined the claim",
  appeal: "The claimant appealed",
  retry: "The move was tried again",
  withdraw: "The claimant withdrew the claim",
  expire: "The claim expired",
  "ask-back": "The team asked for the place back",
  undo: "The place moved back",
} as const satisfies Record<ClaimStep | "start", string>;

export const claimStageWords = {
  proving: "Not proven yet",
  queued: "In the queue",
  waiting: "Waiting for the team",
  review: "With an operator",
  blocked: "Accepted, not moved yet",
  accepted: "Accepted",
  declined: "Declined",
  appealed: "Appealed, with an operator",
  withdrawn: "Withdrawn",
  expired: "Expired",
  undone: "Undone",
} as const satisfies Record<ClaimStage, string>;

/** `mail`: a link in a mail to the venue's domain; `dns` and `page`: a token at the domain. */
export const claimProofs = ["code", "mail", "dns", "page"] as const;
export type ClaimProof = (typeof claimProofs)[number];
