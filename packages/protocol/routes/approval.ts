/** What an operator's call is answered with that waits for a second person, or can't wait as too much waits already. */
export const approvalErrors = ['approval_pending', 'proposals_open_max'] as const
