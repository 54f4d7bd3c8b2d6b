import { type Setting, anyText, urlOf } from './settingParts.ts'

/** A path of plain names, none of which leads upwards. */
const namedPath = /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._-]{1,64}){1,8}$/
const bucketUrl = (text: string) => {
  if (!urlOf(['http:', 'https:'])(text)) return false
  const { username, password, search, hash, pathname } = new URL(text)
  return (
    `${username}${password}${search}${hash}` === '' && (pathname === '/' || namedPath.test(pathname.replace(/\/$/, '')))
  )
}

/** Where what people send lies. */
export const fileSettings = {
  FILES_URL: {
    name: 'FILES_URL',
    fallback: '',
    allowed: 'a bucket’s address such as https://s3.example.org/bucket, without a user or a question',
    meaning:
      'A bucket that speaks the protocol of S3, for the pictures that people send ([how](gateways.md#a-bucket-for-what-people-send)); `https://bucket.s3.example.org` where its name stands in the host. Without it they lie in `files` in `DATA_DIR`.',
    secret: true,
    accepts: bucketUrl,
  },
  FILES_PREFIX: {
    name: 'FILES_PREFIX',
    fallback: '',
    allowed: 'names of A–Z, a–z, 0–9, `.`, `_` and `-` with slashes between them',
    meaning: 'What all keys in the bucket begin with; for each installation another one.',
    accepts: (text: string) => namedPath.test(`/${text.replace(/\/$/, '')}`),
  },
  FILES_REGION: {
    name: 'FILES_REGION',
    fallback: 'us-east-1',
    allowed: 'a region’s name of a–z, 0–9 and `-`',
    meaning: 'The region that requests to the bucket are signed for. MinIO takes the default, Garage wants `garage`.',
    accepts: (text: string) => /^[a-z0-9-]{1,64}$/.test(text),
  },
  FILES_KEY_ID: {
    name: 'FILES_KEY_ID',
    fallback: '',
    allowed: 'an access key’s id, without spaces',
    meaning:
      'Who asks the bucket. It has to read, write, remove and list what begins with `FILES_PREFIX`, and nothing else.',
    secret: true,
    accepts: (text: string) => /^[\x21-\x7e]{1,256}$/.test(text),
  },
  FILES_SECRET: {
    name: 'FILES_SECRET',
    fallback: '',
    allowed: 'an access key’s secret, without spaces',
    meaning: 'Signs what the bucket is asked. It is never sent.',
    secret: true,
    accepts: (text: string) => /^[\x21-\x7e]{1,256}$/.test(text),
  },
  FILES_CA: {
    name: 'FILES_CA',
    fallback: '',
    allowed: 'a file that this user may read',
    meaning: 'File with the certificates that vouch for the bucket’s server, where this machine trusts others.',
    accepts: anyText,
  },
} as const satisfies Record<string, Setting>
