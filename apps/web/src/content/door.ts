// What other slices may know of the operator's texts.
export { AgreementSheet } from './AgreementSheet.tsx'
export { InEnglishLine } from './InEnglish.tsx'
export { NewsMark } from './NewsMark.tsx'
export { useNews } from './useNews.ts'
