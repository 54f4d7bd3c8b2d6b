import { expect, it } from 'vitest'
import { promiseIn } from './wording.ts'

it.each([
  ['Guaranteed 12 % a year', 'Guaranteed'],
  ['Earn a sure profit', 'sure profit'],
  ['Our fund guarantees your daily income.', 'guarantees your daily income'],
  ['A risk-free way to save', 'risk-free'],
  ['本產品保證獲利，年化 12 %', '保證獲利'],
  ['保本理財', '保本'],
  ['元本保証の積立です', '元本保証'],
  ['원금 보장 상품', '원금 보장'],
  ['Cam kết lợi nhuận 2% mỗi ngày', 'Cam kết lợi nhuận'],
  ['การันตีกำไรทุกวัน', 'การันตี'],
  ['Rendement garanti de 5 %', 'Rendement garanti'],
  ['Un placement sans risque', 'sans risque'],
  ['Rentabilidad garantizada', 'Rentabilidad garantizada'],
  ['Ahorro sin riesgo', 'sin riesgo'],
  ['Nothing is lost. Guaranteed.', 'Guaranteed'],
  ['No lock-up, guaranteed 12 %', 'guaranteed'],
])('finds the promise in “%s”', (text, words) => {
  expect(promiseIn(text)).toBe(words)
})

it.each([
  'Nothing is guaranteed: the rate may be 0.',
  'Returns are not guaranteed.',
  'This isn’t risk-free.',
  '追加保證金',
  '本產品不保證收益，並非保本。',
  '元本保証ではありません。',
  '수익을 보장하지 않습니다.',
  'Tiền bảo đảm cho hợp đồng và vị thế ký quỹ chéo.',
  'Sản phẩm không cam kết lợi nhuận.',
  'ไม่รับประกันผลตอบแทน',
  'Ce qui garantit le levier',
  'Le rendement n’est pas garanti.',
  'Aucun rendement garanti.',
  'Sin riesgo nuevo',
  'La rentabilidad no está garantizada.',
  'The insurance fund pays what a liquidation lacks.',
])('lets “%s” be said', (text) => {
  expect(promiseIn(text)).toBeNull()
})
