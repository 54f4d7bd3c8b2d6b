/** What other parts of the server may use of transparency. */
export type { EvidencePorts, TransparencyPorts } from './ports.ts'
export { calendarWitness } from './calendars.ts'
export { forgetHeadMail } from './headMail.store.ts'
export { heardSecondShape, indexSecondShape } from './indexSeconds.ts'
export { assetFault } from './assetSignature.ts'
export { findEntries, findHeads } from './evidenceLog.store.ts'
export { type CheckKeys, checkEvidenceLog } from './evidenceLogCheck.ts'
export { EvidenceLogWalk } from './evidenceLogWalk.ts'
export { type EvidenceKind, evidenceKinds } from './evidenceSubjects.ts'
export { sha256 } from './liabilityTree.ts'
export {
  type LiabilityHead,
  headFault,
  beforeFirstHead,
  isSeeded,
  owedByTree,
  readLiabilityHead,
  rootsFault,
  seedFault,
  sumsFault,
} from './liabilityHeads.ts'
export { ownerless } from './liabilityTree.ts'
export { findEpochs, findSeeds } from './liabilities.store.ts'
export { checkLiabilityHeads, findProofHeads, owedFault } from './proofChainCheck.ts'
export { startEvidenceLog } from './evidenceSweep.ts'
export { startOwnEvidenceChecks } from './ownFillSweep.ts'
export { owedReader, readOwed } from './owedThread.ts'
export { keepRotations, rotateKeys, rotationFault } from './keyRotation.ts'
export { type OwnCheck, findOwnChecks, noteOwnCheck, ownChecksFault } from './ownChecks.ts'
export { startPriceHistoryChecks } from './priceHistorySweep.ts'
export { startInvariants } from './invariantSweep.ts'
export { startProofs } from './proofSweep.ts'
export { bindTransparency } from './routes.ts'
export { apartMaxMs, checkEnds } from './endsCheck.ts'
export { checkRulesInForce, noteRulesInForce } from './rulebook.ts'
export { findSignedClaims } from './signedClaims.ts'
export { indexHeardProjection, indexSourceProjection } from './sources.store.ts'
export { indexSampleProjection } from './store.ts'
export { bracketProjection } from './brackets.store.ts'
export { haltProjection } from './halts.store.ts'
export { checkWritten } from './writtenCheck.ts'
export { startWritten } from './written.ts'
export { checkWitnessed } from './witnessCheck.ts'
export { startWitnesses } from './witnessSweep.ts'
export { type WitnessName, findStatements } from './witness.store.ts'
export { type Witness, fileWitness, httpWitness } from './witnesses.ts'
export { triggerProjection } from './triggers.store.ts'
export { openingOfClose } from './reckoning.ts'
export { type ReckonedThen, reckoningText } from './reckoningText.ts'
export { premiumProjection } from './premiums.store.ts'
export { isOfTerms, termProjection } from './terms.store.ts'
