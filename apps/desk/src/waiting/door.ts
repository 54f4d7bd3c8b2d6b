// What the menu, the overview and the queues may know of what waits.
export { EscalatedBadge } from './EscalatedBadge.tsx'
export { RealMoneyNotice } from './RealMoneyNotice.tsx'
export { ReconciliationNotice } from './ReconciliationNotice.tsx'
export { ChecksNotice } from './ChecksNotice.tsx'
export { SetAsideNotice } from './SetAsideNotice.tsx'
export { useDeskWaiting } from './useDeskWaiting.ts'
