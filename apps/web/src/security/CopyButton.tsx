import { Button } from '@truemark/ui/primitives/Button'
import { useCopy } from '../i18n/door.ts'

/** Copies a text. */
export function CopyButton({ text, label, wide = false }: { text: string; label: string; wide?: boolean }) {
  const copy = useCopy()
  return (
    <Button kind={wide ? 'secondary' : 'quiet'} compact wide={wide} onClick={() => copy(text)}>
      {label}
    </Button>
  )
}
