import { buildPackage, type PackageSpec, singleSco } from '../../scorm/scorm-packages.ts'
import { API, type Call, dataOf } from './calls.ts'
import { expect } from './kit.ts'
import { madeCourse } from './made-course.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Uploads a package and waits until it has been unpacked, or imported by the cloud service. */
export const uploadPackage = async <T extends { status: string }>(
  call: Call,
  spec: PackageSpec | Buffer,
  { list, purpose }: { list: string; purpose?: string } = { list: 'scorm-packages' },
): Promise<T> => {
  const bytes = Buffer.isBuffer(spec) ? spec : await buildPackage(spec)
  const version = { 'tus-resumable': '1.0.0' }
  const metadata = `filename ${base64('course.zip')}${purpose ? `,purpose ${base64(purpose)}` : ''}`
  const created = await call('POST', `${API}/tus`, {
    headers: { ...version, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  const id = (created.headers.location ?? '').split('/').at(-1)
  await call('PATCH', `${API}/tus/${id}`, {
    headers: { ...version, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    data: bytes,
  })
  const find = async () => {
    const reply = await call('GET', `${API}/admin/${list}?upload_id=${id}`)
    return dataOf<T[]>(reply)[0]
  }
  await expect.poll(async () => (await find())?.status, { timeout: 30_000 }).toMatch(/SUCCESS|FAILED/)
  const value = await find()
  if (!value) throw new Error('The upload has been noted')
  return value
}

/**
 * A separate course for one journey: one SCORM module with the given package, and one learner, who joined the portal by
 * being enrolled.
 */
export const scormCourse = async (
  content: PackageSpec | Buffer,
  { author, title = 'Golf' }: { author: string; title?: string },
) => {
  const { learner, made, outlineUrl } = await madeCourse(author, async (call, course) => {
    const { id: scorm_id } = await uploadPackage<{ id: number; status: string }>(call, content)
    const data = { title, scorm_id }
    return dataOf<{ itemable_id: number }>(
      await call('POST', `${API}/admin/courses/${course.id}/items/scorm-modules`, { data }),
    )
  })
  return { learner, title, outlineUrl, playerUrl: `${outlineUrl}/ScormModule/${made.itemable_id}` }
}

/** A course with one cloud module, imported by the stand-in for the cloud SCORM service, and a learner. */
export const cloudCourse = async ({ author, title }: { author: string; title: string }) => {
  const { learner, made, outlineUrl } = await madeCourse(author, async (call, course) => {
    const { course_id: scorm_id } = await uploadPackage<{ status: string; course_id: string }>(call, singleSco(), {
      list: 'cloud-scorm-imports',
      purpose: 'cloud-scorm',
    })
    return dataOf<{ itemable_id: number }>(
      await call('POST', `${API}/admin/courses/${course.id}/items/cloud-scorm-modules`, { data: { title, scorm_id } }),
    )
  })
  return { learner, outlineUrl, moduleUrl: `${outlineUrl}/CloudScormModule/${made.itemable_id}` }
}
