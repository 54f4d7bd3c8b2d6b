/** What slices may use of the engine. */
export type { Committed, EngineRefusal, Reply } from './engine.ts'
export type { EngineClient } from './engineClient.ts'
export { BinaryRows } from './copyBinary.ts'
export { eventsCodec } from './exchangeMachine.ts'
export { splitFrames } from './frames.ts'
export type { Realm, Source } from './intake.ts'
export type { Fact, Projection, RowWriter } from './projector.ts'
export type { Watermark } from './watermark.ts'
