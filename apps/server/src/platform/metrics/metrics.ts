/** Seconds: from a cached answer to a slow download. */
const requestBuckets = [0.005, 0.02, 0.1, 0.3, 1, 3, 10, 60];
const storageBuckets = [0.005, 0.02, 0.1, 0.3, 1, 3, 10];

/** What the server counts for Prometheus. `docs/runbooks/metrics.md` says what each one means and when to act on it. */
export type Metrics = Awaited<ReturnType<typeof createMetrics>>;

/** Loads the library: call it only if somebody is going to ask for the figures. */
export async function createMetrics() {
  // In our bundle, a CommonJS module has only its default export.
  const { Counter, Gauge, Histogram, Registry } = (await import("prom-client")).default;
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Counter({
      name: "blueprint_http_requests_total",
      help: "Requests that have ended, by route.",
      labelNames: ["method", "route", "status"],
      registers,
    }),
    requestSeconds: new Histogram({
      name: "blueprint_http_request_duration_seconds",
      help: "From the end of a request's headers to the end of its response, without event streams.",
      labelNames: ["method", "route"],
      buckets: requestBuckets,
      registers,
    }),
    limitedRequests: new Counter({
      name: "blueprint_rate_limited_requests_total",
      help: "Requests refused by a limit.",
      labelNames: ["route"],
      registers,
    }),
    eventLoopDelay: new Gauge({
      name: "blueprint_event_loop_delay_seconds",
      help: "How late the event loop was since the previous scrape.",
      labelNames: ["quantile"],
      registers,
    }),
    cpuSeconds: new Counter({
      name: "process_cpu_seconds_total",
      help: "Processor time of this process.",
      registers,
    }),
    residentBytes: new Gauge({
      name: "process_resident_memory_bytes",
      help: "Memory of this process.",
      registers,
    }),
    heapBytes: new Gauge({
      name: "blueprint_heap_used_bytes",
      help: "JavaScript heap in use.",
      registers,
    }),
    databaseUp: new Gauge({
      name: "blueprint_database_up",
      help: "1 if the database answered this scrape.",
      registers,
    }),
    databaseConnections: new Gauge({
      name: "blueprint_database_connections",
      help: "Connections of this process's pool.",
      labelNames: ["state"],
      registers,
    }),
    databaseWaiting: new Gauge({
      name: "blueprint_database_waiting",
      help: "Statements that wait for a connection.",
      registers,
    }),
    jobs: new Gauge({
      name: "blueprint_jobs",
      help: "Jobs of the installation, by task.",
      labelNames: ["task", "state"],
      registers,
    }),
    oldestJobSeconds: new Gauge({
      name: "blueprint_oldest_waiting_job_seconds",
      help: "How long the oldest due job of a task has waited.",
      labelNames: ["task"],
      registers,
    }),
    mails: new Gauge({
      name: "blueprint_mails",
      help: "Mails of the installation that are not sent.",
      labelNames: ["state"],
      registers,
    }),
    scans: new Gauge({
      name: "blueprint_scans",
      help: "Scans of the installation, by the state of their conversion.",
      labelNames: ["state"],
      registers,
    }),
    uploads: new Gauge({
      name: "blueprint_uploads_in_progress",
      help: "Uploads of the installation that have begun and not ended.",
      registers,
    }),
    uploadBytes: new Gauge({
      name: "blueprint_uploads_in_progress_bytes",
      help: "Bytes received of those uploads.",
      registers,
    }),
    openDocuments: new Gauge({
      name: "blueprint_open_documents",
      help: "Documents that this process holds in memory.",
      registers,
    }),
    openSockets: new Gauge({
      name: "blueprint_open_sockets",
      help: "Editors' sockets that are connected to this process.",
      registers,
    }),
    diskFreeBytes: new Gauge({
      name: "blueprint_data_disk_free_bytes",
      help: "Free bytes of the disk of DATA_DIR.",
      registers,
    }),
    storageOperations: new Counter({
      name: "blueprint_storage_operations_total",
      help: "Calls to the object storage.",
      labelNames: ["operation", "outcome"],
      registers,
    }),
    storageSeconds: new Histogram({
      name: "blueprint_storage_operation_duration_seconds",
      help: "Until the storage has answered; for reads, until the first byte.",
      labelNames: ["operation"],
      buckets: storageBuckets,
      registers,
    }),
  };
}
