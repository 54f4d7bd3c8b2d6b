/** What other parts of the server may use of the operator's texts. */
export { noteAgreement } from './agreement.store.ts'
export type { PublicationPorts } from './ports.ts'
export { bindPublication } from './routes.ts'
export { isAgreementShown } from './shown.store.ts'
export { startTellingNews } from './tell.ts'
