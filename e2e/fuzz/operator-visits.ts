/** A period of time; all spans use the same clock. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

interface Visit {
  readonly from: number;
  /** When the response arrived: the request cannot start a visit after that. */
  enteredBy: number;
  until: number;
}

/**
 * When the run's operator may have been visiting a team: from sending a request to enter until the response to a later
 * request to leave. Only then may an operator see the team's data.
 */
export class OperatorVisits {
  readonly #visits: Visit[] = [];
  readonly #shown: { span: Span; report: () => void }[] = [];

  /** Records a request to enter. @returns a callback for the time of its response, and whether it was refused */
  enter(sentAt: number): (answeredAt: number, isRefused: boolean) => void {
    const visit: Visit = { from: sentAt, enteredBy: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };
    this.#visits.push(visit);
    return (answeredAt, isRefused) => {
      visit.enteredBy = answeredAt;
      if (isRefused) this.#visits.splice(this.#visits.indexOf(visit), 1);
    };
  }

  /** Records a successful request to leave. A visit requested at the same time may continue. */
  left({ from, until }: Span): void {
    for (const visit of this.#visits) {
      if (visit.enteredBy <= from) visit.until = Math.min(visit.until, until);
    }
  }

  isUnderWay(): boolean {
    return this.#visits.some(({ until }) => until === Number.POSITIVE_INFINITY);
  }

  /** Records that the operator saw data of the team. Judged at the end, when all responses are known. */
  shown(span: Span, report: () => void): void {
    this.#shown.push({ span, report });
  }

  /** Reports data shown outside any possible visit. @returns how often data was shown within one */
  judge(): number {
    let within = 0;
    for (const { span, report } of this.#shown) {
      const isVisit = this.#visits.some(({ from, until }) => from <= span.until && span.from <= until);
      if (isVisit) within++;
      else report();
    }
    return within;
  }
}
