/** Numbers that browser and server share. Units are in the names. */
export const limits = {
  passwordCharactersMin: 8,
  passwordCharactersMax: 128,
  /** For so long after signing in or confirming who one is, sensitive changes ask for nothing more. */
  confirmationValidMinutes: 10,
  personNameCharactersMax: 100,
  deviceTokenCharactersMax: 4_096,
  preferencesMax: 50,
  /** Of a file that is sent as text: 6 MiB of bytes as base64. Larger ones are uploaded. */
  mediaTextCharactersMax: 8 * 1024 * 1024,
  /** A profile's lists of ids name the newest so many. */
  profileIdsMax: 1_000,
  preferenceCharactersMax: 60,
  teamNameCharactersMax: 80,
  blueprintNameCharactersMax: 120,
  descriptionCharactersMax: 2_000,
  messageCharactersMax: 2_000,
  addressCharactersMax: 300,
  placeIdCharactersMax: 300,
  floorAreaSquareMetresMax: 10_000_000,
  tagsMax: 20,
  tagCharactersMax: 40,
  /** Bytes of an uploaded picture that lists may show as it is. */
  coverBytesMax: 5 * 1024 * 1024,
  sceneVersionNameCharactersMax: 120,
  anchorTitleCharactersMax: 120,
  anchorTextCharactersMax: 20_000,
  anchorsPerBlueprintMax: 10_000,
  /** Removed ones that are still kept do not count. */
  scansPerBlueprintMax: 1_000,
  versionsPerPage: 20,
  /** What visitors sent to one form; more is refused until the team asks for it anew with another form. */
  answersPerFormMax: 100_000,
  passkeysPerPersonMax: 20,
  /** Of one more, the one that subscribed first gives way. */
  pushDevicesPerPersonMax: 20,
  zonesPerBlueprintMax: 2_000,
  verticesPerZoneMax: 500,
  apiKeyNameCharactersMax: 60,
  apiKeyValidDaysMax: 3_650,
  apiKeysPerTeamMax: 50,
  /** Requests of one API key, whatever address they come from. */
  apiKeyRequestsPerMinuteMax: 600,
  visitReasonCharactersMax: 500,
  webhooksPerTeamMax: 20,
  webhookUrlCharactersMax: 2_000,
  webhookLogKeptDays: 30,
  taskTitleCharactersMax: 200,
  taskNoteCharactersMax: 2_000,
  /** Open and done ones together. */
  tasksPerTeamMax: 5_000,
  workflowsPerTeamMax: 50,
  workflowNameCharactersMax: 80,
  workflowTextCharactersMax: 2_000,
  /** Members that a workflow names one by one. */
  workflowPeopleMax: 50,
  workflowDueDaysMax: 365,
  /** Runs of one workflow; what happens beyond is noted in its log and not acted upon. */
  workflowRunsPerHourMax: 60,
  workflowLogKeptDays: 30,
  /** Outside addresses asked before publishing. */
  linksCheckedMax: 200,
  installationNameCharactersMax: 60,
  announcementCharactersMax: 300,
  issuerNameCharactersMax: 120,
  issuerAddressCharactersMax: 300,
  issuerTaxIdCharactersMax: 60,
  paymentInstructionsCharactersMax: 600,
  /** Unless an operator says otherwise. */
  invitationValidDays: 7,
  /** Unless an operator says otherwise. */
  invoiceDueDays: 14,
  /** Addresses of one invitation. */
  invitedAtOnceMax: 100,
  binKeptDays: 30,
  blueprintsPerPage: 20,
  blueprintsPerPageMax: 100,
  /** Pins of one map. */
  locatedPlacesMax: 1_000,
  /** A collaboration message larger than this is refused and the socket closed. */
  documentMessageBytesMax: 4 * 1024 * 1024,
  /** A document of this size takes no more content; taking out always works. */
  documentBytesMax: 64 * 1024 * 1024,
  /** Room beside the content, which those who may only comment share. None of it is taken from `documentBytesMax`. */
  documentCommentBytesMax: 16 * 1024 * 1024,
  /** What the comments of one person who may only comment take of it. */
  documentCommentBytesPerPersonMax: 4 * 1024 * 1024,
  /** What one person who may only comment adds to the history of a team's documents in a day (UTC). */
  commentHistoryBytesPerDayMax: 8 * 1024 * 1024,
  /** An upload session without a byte for this long is forgotten. */
  uploadIdleDaysMax: 7,
} as const;

// spec §9: files of 256 KiB or less go in one request; chunks start at 256 KiB and double after each success while under 32 MiB.
export const uploadLimits = {
  singleRequestBytesMax: 256 * 1024,
  chunkBytesStart: 256 * 1024,
  chunkBytesMax: 32 * 1024 * 1024,
} as const;

/** The embedded default's bucket. */
export const storageBucket = "blueprint-local";
