import type { Event } from '@truemark/core/vocabulary'
import {
  catalogueProjection,
  conversionProjection,
  holderProjection,
  ledgerProjection,
  profitProjection,
  transferProjection,
  usedKeyProjection,
} from './account/door.ts'
import {
  derivativeProjection,
  fundingProjection,
  insuranceProjection,
  liquidationProjection,
} from './derivative/door.ts'
import type { Projection } from './engine/door.ts'
import { notificationProjection } from './notification/door.ts'
import {
  houseDayProjection,
  houseResultProjection,
  manualEntryProjection,
  suspensionProjection,
} from './operator/door.ts'
import { optionProjection } from './option/door.ts'
import { conditionalProjection, spotProjection } from './spot/door.ts'
import {
  bracketProjection,
  haltProjection,
  indexSampleProjection,
  indexHeardProjection,
  indexSourceProjection,
  premiumProjection,
  termProjection,
  triggerProjection,
} from './transparency/door.ts'
import { payoutProjection, walletProjection } from './wallet/door.ts'
import { wealthSlices } from './wealthSlices.ts'

/** Every slice's read models. */
export const projections: readonly Projection<Event>[] = [
  catalogueProjection,
  holderProjection,
  ledgerProjection,
  transferProjection,
  profitProjection,
  conversionProjection,
  usedKeyProjection,
  spotProjection,
  conditionalProjection,
  derivativeProjection,
  fundingProjection,
  liquidationProjection,
  insuranceProjection,
  optionProjection,
  ...wealthSlices.map(({ projection }) => projection),
  houseResultProjection,
  houseDayProjection,
  walletProjection,
  payoutProjection,
  manualEntryProjection,
  suspensionProjection,
  indexSampleProjection,
  indexHeardProjection,
  indexSourceProjection,
  premiumProjection,
  triggerProjection,
  haltProjection,
  bracketProjection,
  termProjection,
  notificationProjection,
]
