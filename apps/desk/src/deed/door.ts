// What other slices may use to let an operator do something: with a reason, once confirmed, and say that it is done.
export { CopyButton } from './CopyButton.tsx'
