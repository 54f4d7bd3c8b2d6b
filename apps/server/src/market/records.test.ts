import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeText, klineRecord } from './records.ts'

describe('changeText', () => {
  it.each([
    [100, 101, '1.00%'],
    [100, 98.75, '-1.25%'],
    [100, 100, '0.00%'],
    [3, 4, '33.33%'],
    [100_000, 99_999, '0.00%'],
    [20_000, 20_001, '0.00%'],
    [20_000, 20_003, '0.02%'],
    [1, 1_000, '99900.00%'],
    [0, 5, '0.00%'],
  ])('from %s to %s is %s', (from, to, text) => {
    expect(changeText(Math.round(from * 1e8), Math.round(to * 1e8))).toBe(text)
  })

  it('is within half a hundredth of the exact change, and never "-0.00%"', () => {
    const price = fc.integer({ min: 1, max: 10 ** 13 })
    fc.assert(
      fc.property(price, price, (from, to) => {
        const text = changeText(from, to)
        expect(text).not.toBe('-0.00%')
        const hundredths = BigInt(text.replace('%', '').replace('.', ''))
        const exact = BigInt(to - from) * 10_000n
        const off = 2n * (hundredths * BigInt(from) - exact)
        expect(off <= BigInt(from) && off >= -BigInt(from)).toBe(true)
      }),
    )
  })
})

describe('klineRecord', () => {
  it('cuts a turnover to eight decimals and writes no float', () => {
    const candle = {
      openTime: 1_598_140_800_000,
      open: 1,
      high: 1_168_881_000_000,
      low: 1,
      close: 1_164_521_000_000,
      volume: 201_842_732_300n,
      turnover: 123n,
      source: 'binance',
    }
    expect(klineRecord('BTCUSDT', '1h', candle, { complete: true, simulated: false })).toEqual({
      code: 'BTCUSDT',
      time: 1_598_140_800_000,
      open: '0.00000001',
      close: '11645.21',
      high: '11688.81',
      low: '0.00000001',
      volume: '2018.427323',
      turnover: '0',
      id: 'BTCUSDT_1h_1598140800000',
      interval: '1h',
      data_complete: true,
      source: 'binance',
      simulated: false,
    })
  })
})
