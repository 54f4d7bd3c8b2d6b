// What the desk's frame shows of the settings.
export { useReadOnly, useReadOnlyText } from './readOnly.ts'
