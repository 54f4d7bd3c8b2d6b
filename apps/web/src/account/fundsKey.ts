/** Under which the histories of transfers and exchanges are kept. */
export const fundsKey = ['funds'] as const
