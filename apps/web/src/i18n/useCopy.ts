import { toast } from 'sonner'
import { useTranslations } from 'use-intl'

/** Copies a text and says so; where the browser does not allow it, that it did not. */
export function useCopy(): (text: string) => void {
  const notices = useTranslations('notices')
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(notices('copied'))
    } catch {
      // denied, or there is no clipboard at an address without https
      toast.error(notices('anErrorOccurred'))
    }
  }
  return (text) => void copy(text)
}
