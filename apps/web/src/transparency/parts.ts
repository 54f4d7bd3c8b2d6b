import {
  Banknote,
  BookOpenCheck,
  ChartLine,
  CirclePause,
  FileSearch,
  Handshake,
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
