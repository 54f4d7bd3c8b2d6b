import { Button } from '@truemark/ui/primitives/Button'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { useTranslations } from 'use-intl'
import { fetchCsv, type CsvSource } from '../data/file.ts'
import { useErrorText } from '../i18n/door.ts'

/** How long a file may be taken up by the browser before its memory is given back. */
const keptMs = 60_000

/** Saves a list as a file, by the filters that it is shown by; one too long for a file goes on in the next. */
export function ExportButton({ csv }: { csv: CsvSource }) {
  const t = useTranslations('desk.common')
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [next, setNext] = useState<{ readonly of: string; readonly cursor: string } | null>(null)
  const named = JSON.stringify([csv.list.path, csv.of, csv.params, csv.query])
  // where another filter was chosen, the list begins anew
  const cursor = next?.of === named ? next.cursor : null
  const save = async () => {
    setBusy(true)
    try {
      const file = await fetchCsv(csv, cursor)
      saveFile(file.bytes, file.name)
      setNext(file.next === null ? null : { of: named, cursor: file.next })
      toast.success(t(file.next === null ? 'exported' : 'exportedPart', { name: file.name }))
    } catch (failure) {
      toast.error(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button kind="quiet" compact className="self-end" busy={busy} onClick={() => !busy && void save()}>
      <FileDown size={18} strokeWidth={1.5} aria-hidden="true" />
      {t(cursor === null ? 'export' : 'exportNext')}
    </Button>
  )
}

function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), keptMs)
}
