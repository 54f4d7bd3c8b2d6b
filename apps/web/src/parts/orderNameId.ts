/** The id of what says in a list which order a row is, so that what can be done with it is read with that. */
export const orderNameId = (orderId: string): string => `order-${orderId}`
