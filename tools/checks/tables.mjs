import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { textsOf } from './rows/texts.mjs'
import { namelessFiles, openTables, overTheWall, tableOwners } from './tableOwners.mjs'

/** @typedef {{ rule: 'table-owner', file: string, line: number, instead: string }} TableBreach */
/** @typedef {{ table: string, written: boolean, line: number }} Naming of a table by a text of SQL; '' where the program puts the name in */

const sources = 'apps/server/src'
const naming = /\b(?<!DISTINCT )(FROM|JOIN|INTO|UPDATE|DELETE FROM|TRUNCATE|TABLE|ONLY|USING) (\w+|§)/g
const listed = /\b(?:FROM|USING) \w+(?: AS)? \w+, (\w+)/g
/** A description of a read model (engine/readModel.ts), to which its slice's projection appends. */
const described = /\breadModel\(\s*'(\w+)'/g
const writing = new Set(['INTO', 'UPDATE', 'DELETE FROM', 'TRUNCATE', 'TABLE'])
const owners = new Map(Object.entries(tableOwners).flatMap(([slice, names]) => names.map((name) => [name, slice])))

/**
 * Holds each text of SQL in the server against who owns the tables that it names.
 * @param {string} base folder that holds apps/
 * @returns {{ breaches: TableBreach[], namings: number }}
 */
export function checkTables(base) {
  const root = join(base, sources)
  const files = existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted() : []
  let namings = 0
  const breaches = files.filter(isProduct).flatMap((file) => {
    const found = namingsOf(readFileSync(join(root, file), 'utf8'), file)
    namings += found.length
    return breachesOf(file, found)
  })
  return { breaches, namings }
}

/** @param {string} file */
function isProduct(file) {
  return file.endsWith('.ts') && !file.endsWith('.test.ts') && !/(^|\/)testing\//.test(file)
}

/**
 * @param {string} source
 * @param {string} file
 * @returns {Naming[]}
 */
function namingsOf(source, file) {
  const models = [...source.matchAll(described)].map(({ 1: table = '', index }) => {
    return { table, written: true, line: source.slice(0, index).split('\n').length }
  })
  const texts = /\b(SELECT|INSERT|UPDATE|DELETE|TRUNCATE|FROM|JOIN|TABLE)\b/.test(source) ? textsOf(source, file) : []
  const named = texts.flatMap(({ text, line }) => {
    const flat = text.replace(/\s+/g, ' ')
    const after = [...flat.matchAll(naming)].map(([, word = '', table = '']) => ({
      table: table === '§' ? '' : table,
      written: writing.has(word),
      line,
    }))
    const besides = [...flat.matchAll(listed)].map(([, table = '']) => ({ table, written: false, line }))
    return [...after, ...besides]
  })
  return [...models, ...named].filter(({ table }) => table === '' || owners.has(table))
}

/**
 * @param {string} file
 * @param {Naming[]} found
 * @returns {TableBreach[]}
 */
function breachesOf(file, found) {
  const slice = file.includes('/') ? file.slice(0, file.indexOf('/')) : ''
  const allowed = new Set(overTheWall.filter((one) => one.file === file).flatMap(({ tables }) => tables.split(/\s+/)))
  const foreign = found.filter(({ table }) => owners.get(table) !== slice)
  const breaches = foreign.flatMap(({ table, written, line }) => {
    if (table === '' ? namelessFiles.has(file) : !written && (allowed.has(table) || openTables.has(table))) return []
    const instead =
      table === ''
        ? 'name the table in the text of SQL, so that the wall can see whose it is'
        : `${table} is ${owners.get(table)}'s: ${written ? 'have its store write it' : 'ask'} through ${owners.get(table)}/door.ts`
    return [{ rule: /** @type {const} */ ('table-owner'), file: `${sources}/${file}`, line, instead }]
  })
  const named = new Set(foreign.map(({ table }) => table))
  const stale = [...allowed].filter((table) => !named.has(table)).map((table) => `it no longer names ${table}`)
  if (namelessFiles.has(file) && !named.has('')) stale.push('it names all its tables')
  return [
    ...breaches,
    ...stale.map((why) => ({
      rule: /** @type {const} */ ('table-owner'),
      file: `${sources}/${file}`,
      line: 1,
      instead: `take the exception out of tools/checks/tableOwners.mjs: ${why}`,
    })),
  ]
}
