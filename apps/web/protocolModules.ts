/** Every module of the protocol, for who builds the app to read what it exports. */
export const modules = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../../packages/protocol/*.ts', '../../packages/protocol/routes/*.ts', '!../../packages/protocol/**/*.test.ts'],
  { eager: true },
)
