// What other slices may use of invest's forms.
export { isPositive } from './draft.ts'
