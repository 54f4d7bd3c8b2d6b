/** What other parts of the server may use of app data. */
export { AppData } from './appData.ts'
export { keptDays, startForgettingClientErrors } from './clientErrors.ts'
export { findReports, markSeen } from './clientErrors.store.ts'
export { type ContentPorts, bindContent, openAppData } from './routes.ts'
export { readAppFields, writeAppFields } from './store.ts'
