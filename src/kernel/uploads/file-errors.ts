/** The rows of the error catalog about uploaded files and pictures. */
export const FILE_ERRORS = {
  file_wrong_format: { id: 'ERR-073', status: 422, text: 'The file {name} has a wrong format.' },
  file_wrong_size: { id: 'ERR-074', status: 422, text: 'The file {name} ({size}) is too large.' },
  file_wrong_dimensions: {
    id: 'ERR-075',
    status: 422,
    text: 'The image {name} must be {width}x{height} pixels.',
  },
  file_heic_picture: {
    id: 'ERR-112',
    status: 422,
    text: '{name} is an iPhone picture in the HEIC format, which not every browser can show. It was not uploaded. On the iPhone, choose Settings > Camera > Formats > Most Compatible and take it again, or open this one on a computer and save it as JPEG.',
  },
  file_other_picture: {
    id: 'ERR-113',
    status: 422,
    text: '{name} is a picture in the {kind} format, which cannot be used here. It was not uploaded. Save it as one of {types} and upload that.',
  },
  file_damaged_picture: {
    id: 'ERR-114',
    status: 422,
    text: 'The picture {name} is damaged or incomplete. It was not uploaded. Open it on your device, save it again and upload the new file.',
  },
  file_too_many_pixels: {
    id: 'ERR-115',
    status: 422,
    text: 'The picture {name} has {width} x {height} pixels, which is too many. It was not uploaded. Make it smaller (at most 50 million pixels, for example 8,000 x 6,000) and upload it again.',
  },
  pictures_busy: {
    id: 'ERR-116',
    status: 503,
    text: 'Many pictures are being uploaded right now. This one was not saved. Please try again in a minute.',
  },
  upload_no_file: { id: 'ERR-076', status: 422, text: 'No file is chosen.' },
  upload_no_address: { id: 'ERR-076', status: 422, text: 'No upload address is set.' },
  upload_unexpected_answer: {
    id: 'ERR-076',
    status: 502,
    text: 'The upload server gave an unexpected answer.',
  },
  upload_no_location: { id: 'ERR-076', status: 502, text: 'The upload server gave no address.' },
  upload_position_invalid: { id: 'ERR-076', status: 409, text: 'The upload position is invalid.' },
} as const
