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
import { ieoProjection } from './ieo/door.ts'
import { investProjection } from './invest/door.ts'
import { miningProjection } from './mining/door.ts'
import { notificationProjection } from './notification/door.ts'
import { houseResultProjection, manualEntryProjection, suspensionProjection } from './operator/door.ts'
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
import { walletProjection } from './wallet/door.ts'

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
  miningProjection,
  investProjection,
  ieoProjection,
  houseResultProjection,
  walletProjection,
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
