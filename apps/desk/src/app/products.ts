import { Hourglass, PiggyBank, Rocket } from 'lucide-react'
import type ieo from '@truemark/locales/en/desk/ieo.json'
import type invest from '@truemark/locales/en/desk/invest.json'
import type mining from '@truemark/locales/en/desk/mining.json'
import { screen } from './screen.tsx'

declare module '../i18n/messages.ts' {
  interface AreaTexts {
    mining: typeof mining
    invest: typeof invest
    ieo: typeof ieo
  }
}

/** The products that pay later: where each stands in the menu, and its screen. */
export const productSections = [
  {
    path: '/mining',
    name: 'mining',
    access: 'desk',
    icon: Hourglass,
    component: screen(() => import('../mining/MiningScreen.tsx'), 'MiningScreen', ['draft', 'mining']),
  },
  {
    path: '/invest',
    name: 'invest',
    access: 'desk',
    icon: PiggyBank,
    component: screen(() => import('../invest/InvestScreen.tsx'), 'InvestScreen', ['draft', 'invest']),
  },
  {
    path: '/ieo',
    name: 'ieo',
    access: 'desk',
    icon: Rocket,
    component: screen(() => import('../ieo/IeoScreen.tsx'), 'IeoScreen', ['draft', 'ieo']),
  },
] as const
