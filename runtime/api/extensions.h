// SPDX-License-Identifier: Apache-2.0
// The extensions of the platform and of its device: the one list that names and versions come from.
#ifndef WEFT_API_EXTENSIONS_H
#define WEFT_API_EXTENSIONS_H

#include "runtime/api/info.h"

enum weft_extension_of { WEFT_EXTENSION_OF_PLATFORM, WEFT_EXTENSION_OF_DEVICE };

// CL_*_EXTENSIONS: names with a blank between them. A platform has its own and those of all its devices.
cl_int weft_info_extensions(struct weft_info out, enum weft_extension_of what);
// CL_*_EXTENSIONS_WITH_VERSION: an array of cl_name_version.
cl_int weft_info_extension_versions(struct weft_info out, enum weft_extension_of what);
// An array of cl_name_version from (name, version) pairs, for other such queries.
cl_int weft_info_name_versions(struct weft_info out, const char *const *names, const cl_version *versions,
                               size_t count);

#endif
