// SPDX-License-Identifier: Apache-2.0
// Sharing with OpenGL and EGL: cl_khr_gl_sharing and its kin are not advertised, no context can be created from GL.
#include "runtime/api/unsupported.h"
#include "runtime/core/object.h"

// CL_INVALID_COMMAND_QUEUE if command_queue is not a valid host command-queue.
// Else the code of this call for objects (or a context) that are not shared with the other interface.
static cl_int
sharing_command(const char *call, cl_command_queue queue, cl_int code)
{
    return weft_unsupported(call, WEFT_IS(queue, QUEUE) ? code : CL_INVALID_COMMAND_QUEUE);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateFromGLBuffer(cl_context context, cl_mem_flags flags, cl_GLuint bufobj, cl_int *errcode_ret)
{
    (void)context, (void)flags, (void)bufobj;
    // CL_INVALID_CONTEXT if context is not a valid context or was not created from a GL context.
    return weft_unsupported_object(__func__, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateFromGLTexture(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint miplevel, cl_GLuint texture,
                      cl_int *errcode_ret)
{
    (void)context, (void)flags, (void)target, (void)miplevel, (void)texture;
    // CL_INVALID_CONTEXT if context is not a valid context or was not created from a GL context.
    return weft_unsupported_object(__func__, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateFromGLTexture2D(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint miplevel, cl_GLuint texture,
                        cl_int *errcode_ret)
{
    (void)context, (void)flags, (void)target, (void)miplevel, (void)texture;
    // CL_INVALID_CONTEXT if context is not a valid context or was not created from a GL context.
    return weft_unsupported_object(__func__, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateFromGLTexture3D(cl_context context, cl_mem_flags flags, cl_GLenum target, cl_GLint miplevel, cl_GLuint texture,
                        cl_int *errcode_ret)
{
    (void)context, (void)flags, (void)target, (void)miplevel, (void)texture;
    // CL_INVALID_CONTEXT if context is not a valid context or was not created from a GL context.
    return weft_unsupported_object(__func__, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateFromGLRenderbuffer(cl_context context, cl_mem_flags flags, cl_GLuint renderbuffer, cl_int *errcode_ret)
{
    (void)context, (void)flags, (void)renderbuffer;
    // CL_INVALID_CONTEXT if context is not a valid context or was not created from a GL context.
    return weft_unsupported_object(__func__, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetGLObjectInfo(cl_mem memobj, cl_gl_object_type *gl_object_type, cl_GLuint *gl_object_name)
{
    (void)gl_object_type, (void)gl_object_name;
    // CL_INVALID_MEM_OBJECT if memobj is not a valid OpenCL memory object.
    // CL_INVALID_GL_OBJECT if there is no GL object associated with memobj.
    return weft_unsupported(__func__, WEFT_IS(memobj, MEMORY) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetGLTextureInfo(cl_mem memobj, cl_gl_texture_info param_name, size_t param_value_size, void *param_value,
                   size_t *param_value_size_ret)
{
    (void)param_name, (void)param_value_size, (void)param_value, (void)param_value_size_ret;
    // CL_INVALID_MEM_OBJECT if memobj is not a valid OpenCL memory object.
    // CL_INVALID_GL_OBJECT if there is no GL object associated with memobj.
    return weft_unsupported(__func__, WEFT_IS(memobj, MEMORY) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueAcquireGLObjects(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects,
                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)num_objects, (void)mem_objects, (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    // CL_INVALID_CONTEXT if context associated with command_queue was not created from an OpenGL context.
    return sharing_command(__func__, command_queue, CL_INVALID_CONTEXT);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueReleaseGLObjects(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects,
                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)num_objects, (void)mem_objects, (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    // CL_INVALID_CONTEXT if context associated with command_queue was not created from an OpenGL context.
    return sharing_command(__func__, command_queue, CL_INVALID_CONTEXT);
}

CL_API_ENTRY cl_int CL_API_CALL
clGetGLContextInfoKHR(const cl_context_properties *properties, cl_gl_context_info param_name, size_t param_value_size,
                      void *param_value, size_t *param_value_size_ret)
{
    (void)properties, (void)param_name, (void)param_value_size, (void)param_value, (void)param_value_size_ret;
    // CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR if properties do not name a GL context or share group that can be used.
    return weft_unsupported(__func__, CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR);
}

CL_API_ENTRY cl_event CL_API_CALL
clCreateEventFromGLsyncKHR(cl_context context, cl_GLsync sync, cl_int *errcode_ret)
{
    (void)context, (void)sync;
    // CL_INVALID_CONTEXT if context is not a valid context or was not created from a GL context.
    return weft_unsupported_object(__func__, CL_INVALID_CONTEXT, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
clCreateFromEGLImageKHR(cl_context context, CLeglDisplayKHR egldisplay, CLeglImageKHR eglimage, cl_mem_flags flags,
                        const cl_egl_image_properties_khr *properties, cl_int *errcode_ret)
{
    (void)egldisplay, (void)eglimage, (void)flags, (void)properties;
    // CL_INVALID_CONTEXT if context is not a valid OpenCL context.
    // CL_INVALID_OPERATION if there are no devices in context that support images.
    return weft_unsupported_object(__func__, WEFT_IS(context, CONTEXT) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT,
                                   errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueAcquireEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects,
                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)num_objects, (void)mem_objects, (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    // CL_INVALID_EGL_OBJECT_KHR if memory objects in mem_objects have not been created from EGL objects.
    return sharing_command(__func__, command_queue, CL_INVALID_EGL_OBJECT_KHR);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueReleaseEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects, const cl_mem *mem_objects,
                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)num_objects, (void)mem_objects, (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    // CL_INVALID_EGL_OBJECT_KHR if memory objects in mem_objects have not been created from EGL objects.
    return sharing_command(__func__, command_queue, CL_INVALID_EGL_OBJECT_KHR);
}

CL_API_ENTRY cl_event CL_API_CALL
clCreateEventFromEGLSyncKHR(cl_context context, CLeglSyncKHR sync, CLeglDisplayKHR display, cl_int *errcode_ret)
{
    (void)sync, (void)display;
    // CL_INVALID_CONTEXT if context is not a valid context.
    // CL_INVALID_EGL_OBJECT_KHR if sync is not a valid EGLSync object.
    return weft_unsupported_object(__func__, WEFT_IS(context, CONTEXT) ? CL_INVALID_EGL_OBJECT_KHR : CL_INVALID_CONTEXT,
                                   errcode_ret);
}
