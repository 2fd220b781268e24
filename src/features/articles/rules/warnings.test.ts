import { expect, test } from 'vitest'
import { articleLinks, articleWarnings } from './warnings.ts'

const GOOD = {
  title: 'On ladders',
  meta_title: '',
  meta_description: 'How to climb.',
  text: '<h2>Feet</h2><p>Clip on.</p>',
}
const said = (words: Partial<typeof GOOD>) => articleWarnings({ ...GOOD, ...words }).map(({ text }) => text)

test.each([
  ['nothing', {}, []],
  ['a main heading beside the title', { text: '<h1>Feet</h1>' }, [/“Feet” is a second main heading/]],
  ['a level left out below the title', { text: '<h3>Feet</h3>' }, [/“Feet” is Heading 3 and follows Heading 1/]],
  [
    'a picture that nobody has described',
    { text: '<p><img src="/x.png"></p>' },
    [/picture in this text has no description/],
  ],
  ['a decoration', { text: '<p><img src="/x.png" alt=""></p>' }, []],
  ['a link without words', { text: '<p><a href="/faq"></a></p>' }, [/no words/]],
  ['a long title', { title: 'x'.repeat(61) }, [/^The title has 61 characters.*Add a shorter title/]],
  ['a long title with a short one for search engines', { title: 'x'.repeat(61), meta_title: 'Ladders' }, []],
  ['a long title for search engines', { meta_title: 'x'.repeat(61) }, [/^The title in search engines has 61/]],
  ['no summary', { meta_description: ' ' }, [/^There is no summary/]],
  ['a long summary', { meta_description: 'x'.repeat(161) }, [/^The summary has 161/]],
])('an article with %s (SEO-033)', (_, words, expected) => {
  const texts = said(words)
  expect(texts).toHaveLength(expected.length)
  for (const [at, pattern] of expected.entries()) expect(texts[at]).toMatch(pattern)
})

test('links and pictures of the portal are asked about once, others are not (SEO-033)', () => {
  const text =
    '<a href="/faq/a">A</a><a href="/faq/a">A</a><a href="https://osha.gov">O</a><img src="/api/v1/media/x"><a href="//x">X</a>'
  expect(articleLinks({ text }).map(({ address }) => address)).toEqual(['/faq/a', '/api/v1/media/x'])
})
