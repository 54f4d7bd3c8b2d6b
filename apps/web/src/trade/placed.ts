import { toast } from 'sonner'
import { useTranslations } from 'use-intl'

/** What became of an order that was taken, in words. */
export interface Placed {
  /** What is said where something rests or filled. */
  readonly title: string
  /** What filled; null where nothing did. */
  readonly filled: string | null
  /** Whether the order is over, and why; null where there is nothing to say. */
  readonly canceled: boolean
  readonly reason: string | null
}

/** Tells of an order that was taken: one that ended without filling is no success, and says why. */
export function useTellPlaced(): (placed: Placed) => void {
  const t = useTranslations('spot')
  return ({ title, filled, canceled, reason }) => {
    const description = [filled, reason].filter((each) => each !== null).join(' · ')
    const options = description === '' ? {} : { description }
    if (canceled && filled === null) toast.warning(t('canceled'), options)
    else toast.success(title, options)
  }
}
