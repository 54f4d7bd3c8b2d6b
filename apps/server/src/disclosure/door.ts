/** What other parts of the server may use of the risks that people are told of. */
export { Disclosures } from './disclosures.ts'
export { type DisclosurePorts, bindDisclosure } from './routes.ts'
