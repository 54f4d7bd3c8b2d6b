// What other slices may know of the operator's texts.
export { AgreementSheet } from './AgreementSheet.tsx'
export { useNews } from './useNews.ts'
