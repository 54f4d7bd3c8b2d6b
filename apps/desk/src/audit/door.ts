// What other slices may know of the audit log.
export { useActionName } from './actions.ts'
export { useActorName } from './auditColumns.tsx'
