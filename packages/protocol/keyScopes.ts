/** What a key of a program may be let do: `read` what is its owner’s, or `trade` and read. There is nothing else. */
export const keyScopes = ['read', 'trade'] as const
export type KeyScope = (typeof keyScopes)[number]
