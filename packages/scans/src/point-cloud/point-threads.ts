/** Clouds with fewer points are converted on one thread: more threads take longer to start than they save. */
export const threadPointsMin = 150_000;
