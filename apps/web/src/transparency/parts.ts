import {
  Banknote,
  BookOpenCheck,
  ChartLine,
  CirclePause,
  FileSearch,
  Handshake,
  History,
  LifeBuoy,
  Scale,
  Users,
  type LucideIcon,
} from 'lucide-react'

/** What can be checked, in the order in which it is offered. */
export const partNames = [
  'evidence',
  'liabilities',
  'rules',
  'terms',
  'prices',
  'counterparty',
  'insurance',
  'halts',
  'withdrawals',
  'approvals',
] as const
export type PartName = (typeof partNames)[number]

export const partIcons: Readonly<Record<PartName, LucideIcon>> = {
  evidence: FileSearch,
  liabilities: Scale,
  rules: BookOpenCheck,
  terms: History,
  prices: ChartLine,
  counterparty: Handshake,
  insurance: LifeBuoy,
  halts: CirclePause,
  withdrawals: Banknote,
  approvals: Users,
}

/** Whether a path's last segment names one of them. */
export function isPart(text: string | undefined): text is PartName {
  return partNames.some((name) => name === text)
}
