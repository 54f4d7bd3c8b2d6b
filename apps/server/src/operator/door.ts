import { findStandingDue, findUnsettled, tellStanding } from '../identity/door.ts'
import type { DeskPorts } from './ports.ts'
import { settleStaff } from './staff.ts'

/** What other parts of the server may use of the desk. */
export { firstOperatorLink, makeOperatorLink, openOperatorSessions } from './access.ts'
export type { DeskPorts } from './ports.ts'
export type { RunningFeed } from './runningFeed.ts'
export { houseProfits } from './house.ts'
export { startNotingExposures } from './exposure.ts'
export { houseDayProjection } from './houseDay.store.ts'
export { houseResultProjection } from './houseResult.store.ts'
export { bindDesk } from './routes.ts'
export { loadReadOnly } from './readOnly.ts'
export { findServiceTerms } from './serviceTerms.store.ts'
export { startFactorResets } from './factorResets.ts'
export { noteLists } from './tableExports.ts'
export { findOperatorNames } from './operators.store.ts'
export { operatorCount } from './store.ts'
export {
  type AuditEnd,
  type AuditEntry,
  type AuditRow,
  appendAudit,
  auditEnd,
  entriesOf,
  entryAt,
  findAudit,
  firstBadAudit,
  isNoted,
  noteReading,
} from './audit.store.ts'
export { type ActingOperator, actingOf, actingServer } from './acting.ts'
export { actorOf } from './ports.ts'
export { isMailProven, mailSettingOf } from './mailTest.ts'
export { codesAtDesk } from './codesAtDesk.ts'
export { settleListings } from './listingCut.ts'
export { type Begun, beginDeed, endDeed, isKnown, settleDeeds } from './begun.ts'
export { type BegunKey, findBegunBy, removeBegun } from './begun.store.ts'
export { type Deed, carryOut } from './carryOut.ts'
export { type DeedOrigin, originOfEntry, originOfKey } from './deed.ts'
export { noteAnnouncing } from './marketEnds.ts'
export { ownAccountRefusal } from './ownAccount.ts'
export { aheadMs, keyOfProposal } from './proposalKey.ts'
export { aloneFault } from './aloneCheck.ts'
export { type AloneDeed, type AloneRoom, type CappedDeed, DayCap } from './dayCap.ts'
export type { Doer, Plan } from './proposalKind.ts'
export { Proposals } from './proposals.ts'
export { type OperatorSockets, openOperatorSockets, operatorHolder } from './sockets.ts'
export { findFreeze, findFreezes, suspensionProjection } from './suspensions.store.ts'
export { endEndless } from './suspensions.ts'
export { operatorTotpNextSealed, operatorTotpSealed, sealClearOperatorTotp } from './totpSealed.store.ts'
export { findStaffFault, findUntoldTag } from './staff.store.ts'
export { type PeriodPorts, startNotingPeriods } from './whoDecides.ts'
export { lastReconciled, manualEntryProjection } from './treasury.store.ts'
export { type AdministratorMailPorts, requestsWaiting, startEscalationMails, tellAdministrators } from './waiting.ts'

/** Tells the engine of people whose change of standing, or tag as staff, a crash, or a busy engine, has cut off halfway. */
export async function settleStandings(ports: Pick<DeskPorts, 'database' | 'exchange'>): Promise<void> {
  const disabled = await findUnsettled(ports.database)
  const due = await findStandingDue(ports.database)
  for (const id of new Set([...disabled, ...due])) await tellStanding(ports, id)
  await settleStaff(ports)
}
