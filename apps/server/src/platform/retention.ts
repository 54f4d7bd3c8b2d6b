/**
 * How many days what is personal is kept, as docs/operating/retention.md tells: identity and payments for the five
 * years that records of customers and transactions are asked for (Directive (EU) 2015/849, article 40).
 */
export const retentionDays = {
  /** What was typed and sent to prove who one is, from the decision on it. */
  identity: 1_827,
  /** What is personal of a deposit or a withdrawal, and where money was sent. */
  payment: 1_827,
  /** What was written to customer service. */
  support: 730,
} as const
