// What other slices may know of the cashier.
export { Age } from './Age.tsx'
