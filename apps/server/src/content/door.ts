/** What other parts of the server may use of content. */
export { AppData } from './appData.ts'
export { type ContentPorts, bindContent } from './routes.ts'
export { readAppFields, writeAppFields, writeContent } from './store.ts'
