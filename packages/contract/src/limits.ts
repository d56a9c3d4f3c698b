/** Limits shared by browser and server. Units are in the names. */
export const limits = {
  passwordCharactersMin: 8,
  passwordCharactersMax: 128,
  /** Sensitive changes need no further check for this long after a sign-in or an identity confirmation. */
  confirmationValidMinutes: 10,
  personNameCharactersMax: 100,
  deviceTokenCharactersMax: 4_096,
  preferencesMax: 50,
  /** Of a file sent as text: 6 MiB of bytes in base64. Larger files must be uploaded. */
  mediaTextCharactersMax: 8 * 1024 * 1024,
  /** A profile's id lists hold the newest this many. */
  profileIdsMax: 1_000,
  preferenceCharactersMax: 60,
  teamNameCharactersMax: 80,
  blueprintNameCharactersMax: 120,
  descriptionCharactersMax: 2_000,
  messageCharactersMax: 2_000,
  addressCharactersMax: 300,
  /** Claims of one person that have not ended. */
  openClaimsMax: 10,
  /** Codes of one place that prove a claim and are not used. */
  claimCodesMax: 20,
  placeIdCharactersMax: 300,
  floorAreaSquareMetresMax: 10_000_000,
  tagsMax: 20,
  openSpansPerDayMax: 4,
  /** Periods with other opening hours. */
  differentDaysMax: 60,
  hoursReasonCharactersMax: 60,
  hoursNoteCharactersMax: 300,
  factsMax: 30,
  factLabelCharactersMax: 60,
  factTextCharactersMax: 300,
  tagCharactersMax: 40,
  /** Size of an uploaded picture that lists may show unscaled. */
  coverBytesMax: 5 * 1024 * 1024,
  sceneVersionNameCharactersMax: 120,
  anchorTitleCharactersMax: 120,
  anchorTextCharactersMax: 20_000,
  anchorsPerBlueprintMax: 10_000,
  /** Removed scans that are still kept do not count. */
  scansPerBlueprintMax: 1_000,
  versionsPerPage: 20,
  /** Visitors' answers to one form; further answers are refused until the team replaces the form. */
  answersPerFormMax: 100_000,
  passkeysPerPersonMax: 20,
  /** One more replaces the oldest subscription. */
  pushDevicesPerPersonMax: 20,
  zonesPerBlueprintMax: 2_000,
  verticesPerZoneMax: 500,
  apiKeyNameCharactersMax: 60,
  apiKeyValidDaysMax: 3_650,
  apiKeysPerTeamMax: 50,
  /** Requests of one API key, from all addresses together. */
  apiKeyRequestsPerMinuteMax: 600,
  visitReasonCharactersMax: 500,
  webhooksPerTeamMax: 20,
  webhookUrlCharactersMax: 2_000,
  webhookLogKeptDays: 30,
  taskTitleCharactersMax: 200,
  taskNoteCharactersMax: 2_000,
  /** Open and done tasks together. */
  tasksPerTeamMax: 5_000,
  workflowsPerTeamMax: 50,
  workflowNameCharactersMax: 80,
  workflowTextCharactersMax: 2_000,
  /** Members that a workflow lists by name. */
  workflowPeopleMax: 50,
  workflowDueDaysMax: 365,
  /** Runs of one workflow; further events are logged without a run. */
  workflowRunsPerHourMax: 60,
  workflowLogKeptDays: 30,
  /** Retired ones count: their codes are never reused. */
  shortLinksPerBlueprintMax: 2_000,
  shortLinkLabelCharactersMax: 120,
  shortLinkMessageCharactersMax: 300,
  /** A camera with many hidden scans is long. */
  shortLinkTargetCharactersMax: 2_000,
  webDomainsPerTeamMax: 20,
  /** Retired ones count, as with short links. */
  signsPerBlueprintMax: 10_000,
  signsAddedAtOnceMax: 500,
  signTitleCharactersMax: 120,
  signLineCharactersMax: 60,
  signStoreyCharactersMax: 40,
  signNoteCharactersMax: 300,
  signLogoBytesMax: 1024 * 1024,
  /** Printed files are removed this many days after they were made. */
  signPrintsKeptDays: 30,
  /** Those that still work, of one blueprint. */
  embedTokensPerBlueprintMax: 50,
  embedTokenOriginsMax: 20,
  embedTokenValidDaysMax: 3_650,
  endedEmbedTokensKeptDays: 30,
  /** External URLs checked before publishing. */
  linksCheckedMax: 200,
  installationNameCharactersMax: 60,
  announcementCharactersMax: 300,
  issuerNameCharactersMax: 120,
  issuerAddressCharactersMax: 300,
  issuerTaxIdCharactersMax: 60,
  paymentInstructionsCharactersMax: 600,
  /** Default; operators can change it. */
  invitationValidDays: 7,
  /** Default; operators can change it. */
  invoiceDueDays: 14,
  /** Addresses of one invitation. */
  invitedAtOnceMax: 100,
  binKeptDays: 30,
  blueprintsPerPage: 20,
  blueprintsPerPageMax: 100,
  /** Pins on one map. */
  locatedPlacesMax: 1_000,
  /** Cities that a search lists to choose from. */
  discoverCitiesMax: 50,
  /** A collaboration message larger than this is refused and the socket closed. */
  documentMessageBytesMax: 4 * 1024 * 1024,
  /** A document of this size accepts no more content; deleting always works. */
  documentBytesMax: 64 * 1024 * 1024,
  /** Extra room shared by everyone who may only comment. It does not count towards `documentBytesMax`. */
  documentCommentBytesMax: 16 * 1024 * 1024,
  /** Share of that room for the comments of one person who may only comment. */
  documentCommentBytesPerPersonMax: 4 * 1024 * 1024,
  /** What one person who may only comment may add to the history of a team's documents per day (UTC). */
  commentHistoryBytesPerDayMax: 8 * 1024 * 1024,
  /** An upload that receives no bytes for this long is discarded. */
  uploadIdleDaysMax: 7,
} as const;

// spec §9: files up to 256 KiB go in one request; chunks start at 256 KiB and double after each success while under 32
// MiB.
export const uploadLimits = {
  singleRequestBytesMax: 256 * 1024,
  chunkBytesStart: 256 * 1024,
  chunkBytesMax: 32 * 1024 * 1024,
} as const;

/** The embedded default's bucket. */
export const storageBucket = "blueprint-local";
