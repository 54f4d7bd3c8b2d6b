/** What slices may use of the engine. */
export type { Committed } from './committed.ts'
export type { EngineRefusal, Reply } from './reply.ts'
export type { EngineClient } from './engineClient.ts'
export type { EngineState } from './engine.ts'
export {
  type ReadModel,
  type RowOf,
  type StoredOf,
  amount,
  bool,
  bytes,
  holder,
  int2,
  int4,
  integer,
  maybe,
  readModel,
  spelt,
  text,
  word,
} from './readModel.ts'
export { type Refusal, execute, sourceOf } from './execute.ts'
export { eventsCodec, makeExchange } from './exchangeMachine.ts'
export { executeRowAgain } from './executeAgain.ts'
export { splitFrames } from './frames.ts'
export type { Realm, Source } from './intake.ts'
export { type JournalClaim, claimFault, findOwnClaims, projectedSeq } from './journalClaims.ts'
export {
  type RowPlace,
  findFrames,
  findJournalEnd,
  lastRowTime,
  readRowsAt,
  rowOfTime,
  rowPlaceAt,
  walkRows,
} from './journalReader.ts'
export { type SeenRow, lostRows } from './lostRows.ts'
export { type ChainEnd, type JournalRow, chainFault, chainStart, journalRowHead } from './journalRow.ts'
export { stateHash } from './snapshot.ts'
export type { Fact } from './fact.ts'
export type { Projection, RowWriter } from './projector.ts'
export { Watermark } from './watermark.ts'
export { EngineServer } from './engineServer.ts'
export { JournalEnd } from './journalEnd.ts'
export { keyEach } from './keyedExchange.ts'
export { RemoteEngine, coreSilentMax } from './remoteEngine.ts'
export { type AnsweredBefore, type Exchange, type KeptNotes, createExchange, house } from './exchangeClient.ts'
export { Catalogue } from './catalogue.ts'
export { type ListPlace, type ListQuery, placeInList } from './listPlace.ts'
export { countSetAside } from './setAside.ts'
export type { SlicePorts } from './ports.ts'
export { type DerivedTable, Replica } from './replica.ts'
export { Reads } from './reads.ts'
export { readState } from './stateAt.ts'
export { type Look, verifyOn } from './verify.ts'
