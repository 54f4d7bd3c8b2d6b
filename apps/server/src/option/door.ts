/** What other parts of the server may use of options. */
export { findOption, findOptionRealm, optionProjection } from './store.ts'
export { type OptionPorts, bindOption, exitsOf } from './routes.ts'
export { openOptionStream } from './optionStream.ts'
export { ExitRebuilder } from './rebuild.ts'
export { seedOptions } from './seed.ts'
export { termsShape as optionTermsShape } from './shape.ts'
