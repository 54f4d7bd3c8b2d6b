// What other slices may know of options.
export { useAmountNames } from './OptionSheet.tsx'
export { usePercent, useSeconds } from './optionWords.ts'
